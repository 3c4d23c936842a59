metadata description = 'The chat and the embedding model. Keys are off.'

@description('Name of the account, and the first part of its host name.')
param name string

@description('Region.')
param location string

@description('Tags.')
param tags object

@description('Whether the account answers from outside the virtual network.')
param publicAccess bool

@description('Kind of model deployment.')
param deploymentSku string

@description('Chat model.')
param chatModelName string

@description('Version of the chat model.')
param chatModelVersion string

@description('Chat capacity, in thousands of tokens a minute.')
param chatCapacity int

@description('Embedding model.')
param embeddingModelName string

@description('Version of the embedding model.')
param embeddingModelVersion string

@description('Embedding capacity, in thousands of tokens a minute.')
param embeddingCapacity int

@description('The app\'s identity.')
param principalId string

var cognitiveServicesOpenAiUser = '5e0bd9bd-7b93-4f28-af87-19fc36ad61bd'

resource account 'Microsoft.CognitiveServices/accounts@2025-06-01' = {
  name: name
  location: location
  tags: tags
  kind: 'OpenAI'
  sku: {
    name: 'S0'
  }
  properties: {
    customSubDomainName: name
    disableLocalAuth: true
    publicNetworkAccess: publicAccess ? 'Enabled' : 'Disabled'
    networkAcls: {
      defaultAction: publicAccess ? 'Allow' : 'Deny'
    }
  }
}

resource chat 'Microsoft.CognitiveServices/accounts/deployments@2025-06-01' = {
  parent: account
  name: 'chat'
  sku: {
    name: deploymentSku
    capacity: chatCapacity
  }
  properties: {
    model: {
      format: 'OpenAI'
      name: chatModelName
      version: chatModelVersion
    }
    versionUpgradeOption: 'OnceCurrentVersionExpired'
  }
}

// An account takes one change of its deployments at a time.
resource embedding 'Microsoft.CognitiveServices/accounts/deployments@2025-06-01' = {
  parent: account
  name: embeddingModelName
  sku: {
    name: deploymentSku
    capacity: embeddingCapacity
  }
  properties: {
    model: {
      format: 'OpenAI'
      name: embeddingModelName
      version: embeddingModelVersion
    }
    versionUpgradeOption: 'NoAutoUpgrade'
  }
  dependsOn: [chat]
}

// Calls the models; neither sees keys nor changes deployments.
resource user 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(account.id, principalId, cognitiveServicesOpenAiUser)
  scope: account
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', cognitiveServicesOpenAiUser)
    principalId: principalId
    principalType: 'ServicePrincipal'
  }
}

@description('Resource id.')
output id string = account.id

@description('Endpoint.')
output endpoint string = account.properties.endpoint

@description('The chat deployment.')
output chatDeployment string = chat.name

@description('The embedding deployment.')
output embeddingDeployment string = embedding.name
