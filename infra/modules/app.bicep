metadata description = 'The function app on Flex Consumption. Its settings are addresses, names and numbers, never keys.'

@description('Name of the app.')
param name string

@description('Name of its plan.')
param planName string

@description('Region.')
param location string

@description('Tags.')
param tags object

@description('The app\'s identity.')
param identityId string

@description('Client id of the app\'s identity.')
param identityClientId string

@description('Subnet that the app\'s own calls go through. Empty: none.')
param subnetId string

@description('Memory of an instance in MB.')
param instanceMemoryMB int

@description('The most instances that the app scales out to.')
param maximumInstanceCount int

@description('Instances that always stand ready, by group of triggers.')
param alwaysReady array

@description('HTTP requests that one instance handles at once.')
param httpConcurrency int

@description('Origins of web pages that may call the app.')
param corsOrigins array

@description('jwt or easyauth.')
param identityMode string

@description('Origin under which clients reach the app. Empty: the app\'s own.')
param publicOrigin string

@description('Client id of the app registration that callers ask tokens for.')
param authClientId string

@description('Issuer of the tokens.')
param issuer string

@description('Audience of the tokens.')
param audience string

@description('Where the issuer publishes its keys.')
param jwksUrl string

@description('Claim that names the user.')
param userClaim string

@description('Claim that names the organisation.')
param organizationClaim string

@description('Claim with the roles of a caller.')
param rolesClaim string

@description('Role that makes a caller an administrator. Empty: nobody is one.')
param adminRole string

@description('Prices of a million tokens by model, as JSON. Empty: none.')
param modelPrices string

@description('Name of the assistant for the page and the model. Empty: Orc.')
param assistantName string

@description('What the page greets with. Empty: its own words.')
param assistantGreeting string

@description('Questions that the page offers to begin with, as a JSON array of texts. Empty: none.')
param assistantStarters string

@description('Instructions that the model is given before each answer. Empty: none.')
param assistantInstructions string

@description('Deployment of the model that plans turns; it has to be there. Empty: the chat deployment.')
param planningDeploymentName string

@description('Deployment of the model that summarises; it has to be there. Empty: the chat deployment.')
param summaryDeploymentName string

@description('Blob endpoint.')
param blobEndpoint string

@description('Queue endpoint.')
param queueEndpoint string

@description('Table endpoint.')
param tableEndpoint string

@description('Where the deployment package is put.')
param packageContainerUrl string

@description('Endpoint of Cosmos DB.')
param cosmosEndpoint string

@description('Name of the database.')
param cosmosDatabase string

@description('Endpoint of Azure OpenAI.')
param openAiEndpoint string

@description('The chat deployment.')
param chatDeployment string

@description('The model behind the chat deployment: it decides which parameters requests carry.')
param chatModelName string

@description('The embedding deployment.')
param embeddingDeployment string

@description('Numbers in a vector of the embedding model.')
param embeddingDimensions int

@description('Endpoint of Azure Document Intelligence. Empty: none.')
param readingEndpoint string

@description('Connection string of Application Insights, which takes nothing from those without a role.')
param applicationInsights string

@description('Where the Durable Task Scheduler is. Empty: orchestrations are kept in the storage account.')
param schedulerConnection string

@description('Further settings of the app, by name.')
param appSettings object

// A wildcard is no origin.
var origins = filter(corsOrigins, origin => !contains(origin, '*'))

var settings = {
  ADMIN_ROLE: adminRole
  ALLOWED_ORIGINS: join(origins, ',')
  APPLICATIONINSIGHTS_CONNECTION_STRING: applicationInsights
  APPLICATIONINSIGHTS_AUTHENTICATION_STRING: 'ClientId=${identityClientId};Authorization=AAD'
  ASSISTANT_GREETING: assistantGreeting
  ASSISTANT_INSTRUCTIONS: assistantInstructions
  ASSISTANT_NAME: assistantName
  ASSISTANT_STARTERS: assistantStarters
  AZURE_CLIENT_ID: identityClientId
  AZURE_TOKEN_CREDENTIALS: 'ManagedIdentityCredential'
  AZURE_OPENAI_ENDPOINT: openAiEndpoint
  AZURE_STORAGE_ACCOUNT_URL: blobEndpoint
  AzureWebJobsStorage__blobServiceUri: blobEndpoint
  AzureWebJobsStorage__clientId: identityClientId
  AzureWebJobsStorage__credential: 'managedidentity'
  AzureWebJobsStorage__queueServiceUri: queueEndpoint
  AzureWebJobsStorage__tableServiceUri: tableEndpoint
  BLOB_TRIGGER_SOURCE: 'eventgrid'
  COSMOS_CREATE: 'false'
  COSMOS_DATABASE: cosmosDatabase
  COSMOS_ENDPOINT: cosmosEndpoint
  DOCUMENT_INTELLIGENCE_ENDPOINT: readingEndpoint
  IDENTITY: identityMode
  JWT_AUDIENCE: audience
  JWT_ISSUER: issuer
  JWT_JWKS_URL: jwksUrl
  JWT_ORGANIZATION_CLAIM: organizationClaim
  JWT_ROLES_CLAIM: rolesClaim
  JWT_USER_CLAIM: userClaim
  MODEL_PRICES: modelPrices
  OPENAI_EMBEDDING_DIMENSIONS: '${embeddingDimensions}'
  OPENAI_EMBEDDING_MODEL: embeddingDeployment
  OPENAI_MODEL: chatDeployment
  OPENAI_MODEL_NAME: chatModelName
  OPENAI_PLANNING_MODEL: planningDeploymentName
  OPENAI_SUMMARY_MODEL: summaryDeploymentName
  ORC_DATA_DIR: '/tmp/orc'
  PYTHON_ENABLE_INIT_INDEXING: '1'
}

// appSettings may have others. Each execution of the timer wakes an instance and is billed.
var defaults = {
  LOG_FORMAT: 'json'
  PAGE_CLIENT_ID: authClientId
  PAGE_SCOPE: 'openid offline_access api://${authClientId}/user_impersonation'
  PUBLIC_ORIGIN: publicOrigin
  RECOVERY_SCHEDULE: '0 */15 * * * *'
}

// With these scopes the platform's own 401 says where MCP clients sign in, as the app's says without it.
var platformSignIn = {
  WEBSITE_AUTH_PRM_DEFAULT_WITH_SCOPES: 'api://${authClientId}/user_impersonation'
}

// The host.json that is packaged for the scheduler names this setting.
var schedulerSettings = {
  DURABLE_TASK_SCHEDULER_CONNECTION_STRING: '${schedulerConnection};ClientID=${identityClientId}'
}

resource plan 'Microsoft.Web/serverfarms@2024-11-01' = {
  name: planName
  location: location
  tags: tags
  kind: 'functionapp'
  sku: {
    name: 'FC1'
    tier: 'FlexConsumption'
  }
  properties: {
    reserved: true
  }
}

resource app 'Microsoft.Web/sites@2024-11-01' = {
  name: name
  location: location
  tags: union(tags, { 'azd-service-name': 'orc' })
  kind: 'functionapp,linux'
  identity: {
    type: 'UserAssigned'
    userAssignedIdentities: {
      '${identityId}': {}
    }
  }
  properties: {
    serverFarmId: plan.id
    httpsOnly: true
    publicNetworkAccess: 'Enabled'
    virtualNetworkSubnetId: empty(subnetId) ? null : subnetId
    functionAppConfig: {
      deployment: {
        storage: {
          type: 'blobContainer'
          value: packageContainerUrl
          authentication: {
            type: 'UserAssignedIdentity'
            userAssignedIdentityResourceId: identityId
          }
        }
      }
      runtime: {
        name: 'python'
        version: '3.13'
      }
      scaleAndConcurrency: {
        instanceMemoryMB: instanceMemoryMB
        maximumInstanceCount: maximumInstanceCount
        alwaysReady: alwaysReady
        triggers: {
          http: {
            perInstanceConcurrency: httpConcurrency
          }
        }
      }
    }
    siteConfig: {
      http20Enabled: true
      minTlsVersion: '1.2'
      scmMinTlsVersion: '1.2'
      cors: {
        allowedOrigins: origins
        supportCredentials: false
      }
    }
  }
}

resource configuration 'Microsoft.Web/sites/config@2024-11-01' = {
  parent: app
  name: 'appsettings'
  properties: union(defaults, appSettings, settings, identityMode == 'easyauth' ? platformSignIn : {}, empty(schedulerConnection) ? {} : schedulerSettings)
}

// Packages are published with Entra tokens only.
resource noFtpPasswords 'Microsoft.Web/sites/basicPublishingCredentialsPolicies@2024-11-01' = {
  parent: app
  name: 'ftp'
  properties: {
    allow: false
  }
}

resource noPublishingPasswords 'Microsoft.Web/sites/basicPublishingCredentialsPolicies@2024-11-01' = {
  parent: app
  name: 'scm'
  properties: {
    allow: false
  }
}

// Event Grid proves itself to the webhook by the host's own key, health is for probes, and the page and the metadata for
// clients, which tell users where to sign in, are for anybody.
resource authentication 'Microsoft.Web/sites/config@2024-11-01' = if (identityMode == 'easyauth') {
  parent: app
  name: 'authsettingsV2'
  properties: {
    platform: {
      enabled: true
    }
    globalValidation: {
      requireAuthentication: true
      unauthenticatedClientAction: 'Return401'
      excludedPaths: ['/api/', '/api/.well-known/*', '/api/app/*', '/api/health', '/api/session', '/api/mcp/.well-known/*', '/runtime/webhooks/blobs']
    }
    httpSettings: {
      requireHttps: true
    }
    identityProviders: {
      azureActiveDirectory: {
        enabled: true
        registration: {
          clientId: authClientId
          openIdIssuer: issuer
        }
        validation: {
          allowedAudiences: [audience, 'api://${authClientId}']
        }
      }
    }
    login: {
      tokenStore: {
        enabled: false
      }
    }
  }
  dependsOn: [configuration]
}

@description('Name of the app.')
output name string = app.name

@description('Where the app answers.')
output url string = 'https://${app.properties.defaultHostName}'
