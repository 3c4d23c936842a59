targetScope = 'subscription'

metadata description = 'Orc on Azure Functions: one resource group, no key in any setting.'

// What to call it and where it runs

@description('Name of the azd environment. Resource names are derived from it.')
@minLength(1)
@maxLength(40)
param environmentName string

@description('Resource group that is there. Empty: rg- and the name of the environment, which is made.')
param existingResourceGroup string = ''

@description('Region of every resource. It must offer Flex Consumption, Azure OpenAI and, with durableBackend scheduler, Durable Task Scheduler.')
@metadata({
  azd: {
    type: 'location'
    usageName: [
      'OpenAI.GlobalStandard.gpt-5.4-mini, 50'
      'OpenAI.GlobalStandard.text-embedding-3-small, 50'
    ]
  }
})
param location string

@description('Region of Azure OpenAI, where the models of your choice have quota. Empty: the same region.')
@metadata({
  azd: {
    type: 'location'
    usageName: [
      'OpenAI.GlobalStandard.gpt-5.4-mini, 50'
      'OpenAI.GlobalStandard.text-embedding-3-small, 50'
    ]
  }
})
param openAiLocation string = ''

@description('Tags of every resource.')
param tags object = {}

// What is there already and is used, by resource id. It may be in another resource group, or another subscription of the
// tenant. Nothing of it is changed but what Orc needs: its containers, its database, the roles of its identity.

@description('Azure OpenAI account with both deployments, under the names chatDeploymentName and embeddingDeploymentName. Empty: one is made.')
param existingOpenAiId string = ''

@description('Cosmos DB account with vector and full-text search. Empty: one is made.')
param existingCosmosId string = ''

@description('Storage account. Its soft delete and lifecycle stay as they are. Empty: one is made.')
param existingStorageId string = ''

@description('Log Analytics workspace. Empty: one is made.')
param existingWorkspaceId string = ''

// Who may call it

@description('Who verifies callers: jwt (the app checks bearer tokens itself) or easyauth (App Service Authentication does).')
@allowed(['jwt', 'easyauth'])
param identityMode string = 'jwt'

@description('Application (client) id of the Entra app registration that callers ask tokens for. Empty: the preprovision hook makes one and names it here.')
param authClientId string = ''

@description('Issuer of the tokens. Empty: this tenant of Entra ID.')
param jwtIssuer string = ''

@description('Audience of the tokens. Empty: authClientId, as in Entra version 2 tokens.')
param jwtAudience string = ''

@description('Where the issuer publishes its keys. Empty: the keys of this tenant of Entra ID.')
param jwtJwksUrl string = ''

@description('The issuer\'s OpenID configuration, which API Management reads. Empty: that of this tenant of Entra ID.')
param jwtOpenIdConfigurationUrl string = ''

@description('Claim that names the user.')
param jwtUserClaim string = 'oid'

@description('Claim that names the organisation.')
param jwtOrganizationClaim string = 'tid'

@description('Claim with the roles of a caller.')
param jwtRolesClaim string = 'roles'

@description('Role that makes a caller an administrator of their organisation. Empty: nobody is one.')
param adminRole string = ''

@description('Origins of web pages that may call the app. Empty: none. A wildcard is dropped.')
param corsOrigins array = []

// Who may look at the data besides the app

@description('Gives whoever deploys the roles to read blobs, queues and orchestrations, which the commands in docs/azure.md use.')
param deployerDataRoles bool = false

@description('Object id of whoever deploys; azd knows it.')
param deployerPrincipalId string = ''

@description('Kind of whoever deploys; azd knows it.')
@allowed(['User', 'Group', 'ServicePrincipal'])
param deployerPrincipalType string = 'User'

// What answers

@description('Chat model of Azure OpenAI.')
param chatModelName string = 'gpt-5.4-mini'

@description('Version of the chat model.')
param chatModelVersion string = '2026-03-17'

@description('Name of the chat deployment.')
@minLength(1)
param chatDeploymentName string = 'chat'

@description('Chat capacity, in thousands of tokens a minute.')
@minValue(1)
param chatCapacity int = 50

@description('Embedding model of Azure OpenAI.')
param embeddingModelName string = 'text-embedding-3-small'

@description('Version of the embedding model.')
param embeddingModelVersion string = '1'

@description('Name of the embedding deployment. Empty: that of its model.')
param embeddingDeploymentName string = ''

@description('Embedding capacity, in thousands of tokens a minute.')
@minValue(1)
param embeddingCapacity int = 50

@description('Numbers in a vector of the embedding model. It cannot be changed once the documents container exists.')
@minValue(1)
@maxValue(4096)
param embeddingDimensions int = 1536

@description('Kind of model deployment: GlobalStandard, DataZoneStandard or Standard (data stays in the region).')
@allowed(['GlobalStandard', 'DataZoneStandard', 'Standard'])
param modelDeploymentSku string = 'GlobalStandard'

@description('Adds Azure Document Intelligence, which reads scanned PDFs.')
param useDocumentIntelligence bool = false

// How it runs

@description('Engine of background turns: storage (queues and tables of the storage account) or scheduler (Durable Task Scheduler).')
@allowed(['storage', 'scheduler'])
param durableBackend string = 'storage'

@description('Kind of Durable Task Scheduler, with durableBackend scheduler.')
@allowed(['Consumption', 'Dedicated'])
param schedulerSku string = 'Consumption'

@description('Memory of an instance in MB.')
@allowed([2048, 4096])
param instanceMemoryMB int = 2048

@description('The most instances that the app scales out to.')
@minValue(1)
@maxValue(1000)
param maximumInstanceCount int = 40

@description('Instances that always stand ready and are always billed, by group of triggers (http, blob, durable): [{"name": "http", "instanceCount": 1}].')
param alwaysReady array = []

@description('HTTP requests that one instance handles at once; a streamed turn counts as one while it lasts.')
@minValue(1)
@maxValue(1000)
param httpConcurrency int = 32

@description('Redundancy of the storage account. Three zones (Standard_ZRS) keep more, where the region has them.')
@allowed(['Standard_LRS', 'Standard_ZRS', 'Standard_GRS', 'Standard_RAGRS'])
param storageSku string = 'Standard_LRS'

@description('Days after which the large values of finished orchestrations are deleted.')
@minValue(2)
param payloadRetentionDays int = 14

@description('Days that deleted blobs can be restored for. They cannot be read meanwhile.')
@minValue(1)
@maxValue(365)
param deletedBlobDays int = 7

@description('Further settings of the app, by name, as in docs/settings.md. They are no place for secrets.')
param appSettings object = {}

// Its surroundings

@description('Puts Cosmos DB, storage and Azure OpenAI behind private endpoints; the app reaches them over a virtual network.')
param privateNetworking bool = false

@description('Puts API Management in front, which checks tokens and limits rates before the app sees a request.')
param useApiManagement bool = false

@description('Kind of API Management. Its Consumption tier is not offered: it has no limits by key and buffers streams.')
@allowed(['Developer', 'BasicV2', 'StandardV2'])
param apiManagementSku string = 'BasicV2'

@description('E-mail address that API Management names as its publisher and sends notices to.')
param apiManagementPublisherEmail string = 'noreply@example.com'

@description('Calls that API Management lets one user make in a minute.')
@minValue(1)
param callsPerMinute int = 60

@description('Name of the assistant for the page and the model. Empty: Orc.')
param assistantName string = ''

@description('What the page greets with. Empty: its own words.')
param assistantGreeting string = ''

@description('Questions that the page offers to begin with, as a JSON array of texts. Empty: none.')
param assistantStarters string = ''

@description('Instructions that the model is given before each answer. Empty: none.')
param assistantInstructions string = ''

@description('Deployment of the model that plans turns; it has to be there. Empty: the chat deployment.')
param planningDeploymentName string = ''

@description('Deployment of the model that summarises; it has to be there. Empty: the chat deployment.')
param summaryDeploymentName string = ''

@description('Prices of a million tokens by chat deployment, as JSON: {"chat": {"input": 0.75, "output": 4.5}}. Empty: no cost is reported.')
param modelPrices string = ''

@description('Makes alerts; each rule is billed by the month.')
param useAlerts bool = true

@description('Who gets mail when an alert fires. Empty: nobody; alerts are seen in the portal.')
param alertEmail string = ''

@description('Alert: failed turns of an hour, in percent, from 10 turns on. 0: no such alert.')
@minValue(0)
param alertFailedTurnsPercent int = 10

@description('Alert: seconds until the first token that 95 of a hundred turns of an hour keep, from 10 turns on. 0: no such alert.')
@minValue(0)
param alertFirstTokenSeconds int = 20

@description('Alert: runs in an hour whose process was lost. 0: no such alert.')
@minValue(0)
param alertRecoveredRuns int = 5

@description('Alert: seconds that a turn waited for others of its conversation. 0: no such alert.')
@minValue(0)
param alertQueueSeconds int = 300

@description('Alert: failed documents of an hour, in percent, from 5 documents on. 0: no such alert.')
@minValue(0)
param alertFailedDocumentsPercent int = 30

@description('Alert: seconds from an upload to its end. 0: no such alert.')
@minValue(0)
param alertDocumentSeconds int = 900

@description('Alert: cited statements of a day that were not verified, in percent, from 50 statements on. 0: no such alert.')
@minValue(0)
param alertUnverifiedPercent int = 50

@description('Alert: cost of a day, in the currency of modelPrices. 0: no such alert.')
@minValue(0)
param alertDailyCost int = 0

@description('Days that logs and traces are kept.')
@minValue(30)
@maxValue(730)
param logRetentionDays int = 30

var allTags = union(tags, { 'azd-env-name': environmentName })
var suffix = toLower(uniqueString(subscription().id, environmentName, location))
var entra = '${environment().authentication.loginEndpoint}${tenant().tenantId}'
var readerId = deployerDataRoles ? deployerPrincipalId : ''
var issuer = empty(jwtIssuer) ? '${entra}/v2.0' : jwtIssuer
var audience = empty(jwtAudience) ? authClientId : jwtAudience
var jwksUrl = empty(jwtJwksUrl) ? '${entra}/discovery/v2.0/keys' : jwtJwksUrl
var openIdConfigurationUrl = empty(jwtOpenIdConfigurationUrl) ? '${entra}/v2.0/.well-known/openid-configuration' : jwtOpenIdConfigurationUrl

var gatewayName = 'apim-orc-${suffix}'
var groupName = empty(existingResourceGroup) ? 'rg-${environmentName}' : existingResourceGroup
var embeddingDeployment = empty(embeddingDeploymentName) ? embeddingModelName : embeddingDeploymentName

// The parts of a resource id: [2] is its subscription, [4] its resource group, [8] its name.
var providers = '/subscriptions/${subscription().subscriptionId}/resourceGroups/${groupName}/providers'
var openAi = split(empty(existingOpenAiId) ? '${providers}/Microsoft.CognitiveServices/accounts/oai-orc-${suffix}' : existingOpenAiId, '/')
var cosmos = split(empty(existingCosmosId) ? '${providers}/Microsoft.DocumentDB/databaseAccounts/cosmos-orc-${suffix}' : existingCosmosId, '/')
var storage = split(empty(existingStorageId) ? '${providers}/Microsoft.Storage/storageAccounts/storc${suffix}' : existingStorageId, '/')

resource group 'Microsoft.Resources/resourceGroups@2024-03-01' = if (empty(existingResourceGroup)) {
  name: 'rg-${environmentName}'
  location: location
  tags: allTags
}

// Every other module waits for the identity, or for one that does, and so for the group.
module identity 'modules/identity.bicep' = {
  name: 'identity'
  scope: resourceGroup(groupName)
  params: {
    name: 'id-orc-${suffix}'
    location: location
    tags: allTags
  }
  dependsOn: [group]
}

module monitoring 'modules/monitoring.bicep' = {
  name: 'monitoring'
  scope: resourceGroup(groupName)
  params: {
    existingWorkspaceId: existingWorkspaceId
    workspaceName: 'log-orc-${suffix}'
    componentName: 'appi-orc-${suffix}'
    location: location
    tags: allTags
    retentionDays: logRetentionDays
    principalId: identity.outputs.principalId
  }
}

module watch 'modules/watch.bicep' = {
  name: 'watch'
  scope: resourceGroup(groupName)
  params: {
    location: location
    tags: allTags
    componentId: monitoring.outputs.componentId
    alerts: useAlerts
    alertEmail: alertEmail
    failedTurnsPercent: alertFailedTurnsPercent
    firstTokenSeconds: alertFirstTokenSeconds
    recoveredRuns: alertRecoveredRuns
    queueSeconds: alertQueueSeconds
    failedDocumentsPercent: alertFailedDocumentsPercent
    documentSeconds: alertDocumentSeconds
    unverifiedPercent: alertUnverifiedPercent
    dailyCost: alertDailyCost
  }
}

module newStorage 'modules/storage.bicep' = if (empty(existingStorageId)) {
  name: 'storage'
  scope: resourceGroup(groupName)
  params: {
    name: storage[8]
    location: location
    tags: allTags
    sku: storageSku
    publicAccess: !privateNetworking
    payloadRetentionDays: payloadRetentionDays
    deletedBlobDays: deletedBlobDays
  }
  dependsOn: [group]
}

module blobs 'modules/blobs.bicep' = {
  name: 'blobs-${suffix}'
  scope: resourceGroup(storage[2], storage[4])
  params: {
    accountName: storage[8]
    durableInStorage: durableBackend == 'storage'
    principalId: identity.outputs.principalId
    readerId: readerId
    readerType: deployerPrincipalType
  }
  dependsOn: [newStorage]
}

module events 'modules/events.bicep' = {
  name: 'events'
  scope: resourceGroup(groupName)
  params: {
    name: 'evgt-orc-${suffix}'
    location: blobs.outputs.location
    tags: allTags
    storageAccountId: blobs.outputs.id
  }
}

module newCosmos 'modules/cosmos.bicep' = if (empty(existingCosmosId)) {
  name: 'cosmos'
  scope: resourceGroup(groupName)
  params: {
    name: cosmos[8]
    location: location
    tags: allTags
    publicAccess: !privateNetworking
  }
  dependsOn: [group]
}

module database 'modules/database.bicep' = {
  name: 'database-${suffix}'
  scope: resourceGroup(cosmos[2], cosmos[4])
  params: {
    accountName: cosmos[8]
    embeddingDimensions: embeddingDimensions
    principalId: identity.outputs.principalId
  }
  dependsOn: [newCosmos]
}

module newOpenAi 'modules/openai.bicep' = if (empty(existingOpenAiId)) {
  name: 'openai'
  scope: resourceGroup(groupName)
  params: {
    name: openAi[8]
    location: empty(openAiLocation) ? location : openAiLocation
    tags: allTags
    publicAccess: !privateNetworking
    deploymentSku: modelDeploymentSku
    chatDeployment: chatDeploymentName
    chatModelName: chatModelName
    chatModelVersion: chatModelVersion
    chatCapacity: chatCapacity
    embeddingDeployment: embeddingDeployment
    embeddingModelName: embeddingModelName
    embeddingModelVersion: embeddingModelVersion
    embeddingCapacity: embeddingCapacity
  }
  dependsOn: [group]
}

module models 'modules/models.bicep' = {
  name: 'models-${suffix}'
  scope: resourceGroup(openAi[2], openAi[4])
  params: {
    accountName: openAi[8]
    principalId: identity.outputs.principalId
  }
  dependsOn: [newOpenAi]
}

module reading 'modules/reading.bicep' = if (useDocumentIntelligence) {
  name: 'reading'
  scope: resourceGroup(groupName)
  params: {
    name: 'di-orc-${suffix}'
    location: location
    tags: allTags
    publicAccess: !privateNetworking
    principalId: identity.outputs.principalId
  }
}

module scheduler 'modules/scheduler.bicep' = if (durableBackend == 'scheduler') {
  name: 'scheduler'
  scope: resourceGroup(groupName)
  params: {
    name: 'dts-orc-${suffix}'
    location: location
    tags: allTags
    sku: schedulerSku
    principalId: identity.outputs.principalId
    readerId: readerId
    readerType: deployerPrincipalType
  }
}

module network 'modules/network.bicep' = if (privateNetworking) {
  name: 'network'
  scope: resourceGroup(groupName)
  params: {
    name: 'vnet-orc-${suffix}'
    location: location
    tags: allTags
    storageAccountId: blobs.outputs.id
    cosmosAccountId: database.outputs.id
    openAiAccountId: models.outputs.id
    readingAccountId: useDocumentIntelligence ? reading!.outputs.id : ''
  }
}

module app 'modules/app.bicep' = {
  name: 'app'
  scope: resourceGroup(groupName)
  params: {
    name: 'func-orc-${suffix}'
    planName: 'plan-orc-${suffix}'
    location: location
    tags: allTags
    identityId: identity.outputs.id
    identityClientId: identity.outputs.clientId
    subnetId: privateNetworking ? network!.outputs.appSubnetId : ''
    instanceMemoryMB: instanceMemoryMB
    maximumInstanceCount: maximumInstanceCount
    alwaysReady: alwaysReady
    httpConcurrency: httpConcurrency
    corsOrigins: corsOrigins
    identityMode: identityMode
    publicOrigin: useApiManagement ? 'https://${gatewayName}.azure-api.net' : ''
    authClientId: authClientId
    issuer: issuer
    audience: audience
    jwksUrl: jwksUrl
    userClaim: jwtUserClaim
    organizationClaim: jwtOrganizationClaim
    rolesClaim: jwtRolesClaim
    adminRole: adminRole
    modelPrices: modelPrices
    assistantName: assistantName
    assistantGreeting: assistantGreeting
    assistantStarters: assistantStarters
    assistantInstructions: assistantInstructions
    planningDeploymentName: planningDeploymentName
    summaryDeploymentName: summaryDeploymentName
    blobEndpoint: blobs.outputs.blobEndpoint
    queueEndpoint: blobs.outputs.queueEndpoint
    tableEndpoint: blobs.outputs.tableEndpoint
    packageContainerUrl: blobs.outputs.packageContainerUrl
    cosmosEndpoint: database.outputs.endpoint
    cosmosDatabase: database.outputs.database
    openAiEndpoint: models.outputs.endpoint
    chatDeployment: chatDeploymentName
    chatModelName: chatModelName
    embeddingDeployment: embeddingDeployment
    embeddingDimensions: embeddingDimensions
    readingEndpoint: useDocumentIntelligence ? reading!.outputs.endpoint : ''
    applicationInsights: monitoring.outputs.connectionString
    schedulerConnection: durableBackend == 'scheduler' ? scheduler!.outputs.connection : ''
    appSettings: appSettings
  }
}

module gateway 'modules/gateway.bicep' = if (useApiManagement) {
  name: 'gateway'
  scope: resourceGroup(groupName)
  params: {
    name: gatewayName
    location: location
    tags: allTags
    sku: apiManagementSku
    publisherEmail: apiManagementPublisherEmail
    appUrl: app.outputs.url
    openIdConfigurationUrl: openIdConfigurationUrl
    issuer: issuer
    audience: audience
    userClaim: jwtUserClaim
    organizationClaim: jwtOrganizationClaim
    callsPerMinute: callsPerMinute
    corsOrigins: corsOrigins
  }
}

@description('The resource group; azd and the hooks find the app in it.')
output AZURE_RESOURCE_GROUP string = groupName

@description('The function app.')
output AZURE_FUNCTION_APP_NAME string = app.outputs.name

@description('The system topic that the postdeploy hook subscribes the app to.')
output AZURE_EVENT_GRID_TOPIC_NAME string = events.outputs.name

@description('The storage account of uploads.')
output AZURE_STORAGE_ACCOUNT_URL string = blobs.outputs.blobEndpoint

@description('The Cosmos DB account.')
output COSMOS_ENDPOINT string = database.outputs.endpoint

@description('The Azure OpenAI account.')
output AZURE_OPENAI_ENDPOINT string = models.outputs.endpoint

@description('Where callers find the API: the gateway when there is one, else the app.')
output ORC_URL string = useApiManagement ? gateway!.outputs.url : '${app.outputs.url}/api'
