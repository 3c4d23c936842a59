metadata description = 'An account of Azure OpenAI with the chat and the embedding model. Keys are off. Who may call it: models.bicep.'

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

@description('Name of the chat deployment.')
param chatDeployment string

@description('Chat model.')
param chatModelName string

@description('Version of the chat model.')
param chatModelVersion string

@description('Chat capacity, in thousands of tokens a minute.')
param chatCapacity int

@description('Name of the embedding deployment.')
param embeddingDeployment string

@description('Embedding model.')
param embeddingModelName string

@description('Version of the embedding model.')
param embeddingModelVersion string

@description('Embedding capacity, in thousands of tokens a minute.')
param embeddingCapacity int

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
  name: chatDeployment
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
  name: embeddingDeployment
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
